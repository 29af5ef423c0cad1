const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const MAX_ELEMENTS = 100

const NAME = '[A-Za-z][A-Za-z0-9_]{0,63}'
const ELEMENT = new RegExp(`\\s*<(${NAME})>(?:<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|([^<]*))</\\1>`, 'y')
const OPEN = /^\s*<xml>/
const CLOSE = /\s*<\/xml>\s*$/y

/** Plain text with the five predefined entities; null if it has any other. */
function plainText(text: string): string | null {
  let isKnown = true
  const plain = text.replace(/&([^;&]{0,10});?/g, (_whole, name: string) => {
    const known = ENTITIES[name]
    if (known === undefined) isKnown = false
    return known ?? ''
  })
  return isKnown ? plain : null
}

/**
 * Reads the XML of WeChat's callbacks: elements with text below `<xml>`, nothing else. Returns null for any other document. Declarations,
 * document types, entities, attributes and nested elements are not part of the format, so none of them is ever interpreted.
 */
export function readFlatXml(document: string): ReadonlyMap<string, string> | null {
  const opened = OPEN.exec(document)
  if (!opened) return null
  const fields = new Map<string, string>()
  let position = opened[0].length
  while (fields.size <= MAX_ELEMENTS) {
    CLOSE.lastIndex = position
    if (CLOSE.test(document)) return fields
    ELEMENT.lastIndex = position
    const found = ELEMENT.exec(document)
    const [, name = '', quoted, plain = ''] = found ?? []
    const value = quoted ?? plainText(plain)
    // A repeated element would let two readers see different values.
    if (!found || value === null || fields.has(name)) return null
    fields.set(name, value)
    position = ELEMENT.lastIndex
  }
  return null
}

/** Writes elements as such a document. */
export const writeFlatXml = (fields: Readonly<Record<string, string>>): string =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value.replaceAll(']]>', ']] >')}]]></${name}>`)
    .join('')}</xml>`
