/** An example of the JSON with the values of variables. */
export const TEST_JSON = '{"name":"Ann"}'

const PREVIEW = 25

/** The start of a template's text for the list (spec §9: 25 characters). */
export function previewOf(content: string): string {
  const plain = toPlain(content)
  return plain.length > PREVIEW ? `${plain.slice(0, PREVIEW)}...` : plain
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Converts rich text to plain text, for types that are sent without markup. */
export const toPlain = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(p|h[1-6]|li|blockquote)>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim()

const isRichText = (text: string): boolean => /<\/?[a-z][^>]*>/i.test(text)

/** Converts plain text to rich text: one paragraph per line. */
export const toRich = (text: string): string =>
  text === '' || isRichText(text)
    ? text
    : text
        .split('\n')
        .map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`)
        .join('')
