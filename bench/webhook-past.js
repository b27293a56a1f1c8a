export async function replayPast() {}
