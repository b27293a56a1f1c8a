/** The part of js-yaml 3 that the tests use; it brings no types of its own. */
declare module 'js-yaml' {
  const yaml: {
    /** Throws where the text is no YAML, or has more than one document. */
    safeLoad(text: string): unknown;
    safeLoadAll(text: string): unknown[];
  };
  export default yaml;
}
