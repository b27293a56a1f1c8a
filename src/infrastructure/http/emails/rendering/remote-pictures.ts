/** Few blanks only: with any number of them, a hostile text would take very long. */
const remotePicture = /(?:src|background)\s{0,4}=["'\s]{0,4}https:\/\/|url\(["']?https:\/\//i;

/** Whether the html may show pictures of other hosts, which are loaded for a person who asks for them. */
export function namesRemotePictures(html: string): boolean {
  return remotePicture.test(html);
}
