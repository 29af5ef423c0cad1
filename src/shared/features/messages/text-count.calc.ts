/** What one text holds (domain, mass message): of Latin letters alone, and with anything else in it. */
const LATIN = 160
const OTHER = 70

/** As how many texts a message is sent and counted. */
export function textsOf(content: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the letters of ASCII from the first to the last
  const longest = /^[\x00-\x7f]*$/.test(content) ? LATIN : OTHER
  return Math.max(1, Math.ceil([...content].length / longest))
}
