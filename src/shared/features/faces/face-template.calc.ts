/** What a template was computed with. Only templates of one model can be compared; another model is another name. */
export const FACE_MODEL = 'human-3.3-faceres'

/** Numbers in a template, each one signed byte. */
export const TEMPLATE_BYTES = 1024
/** Length of a template as base64. */
export const TEMPLATE_TEXT_LENGTH = 4 * Math.ceil(TEMPLATE_BYTES / 3)

/** Similarity from which a face is proposed; measured in `docs/decisions/0066-faces-on-the-device.md`. */
export const FACE_THRESHOLD = 0.7

const BYTE_MAX = 127

/** The template of a descriptor: its direction only, in one byte per number. */
export function templateOf(descriptor: ArrayLike<number>): Int8Array {
  const numbers = Array.from(descriptor)
  const largest = Math.max(...numbers.map(Math.abs)) || 1
  return Int8Array.from(numbers, (value) => Math.round((value / largest) * BYTE_MAX))
}

/** Cosine of the angle between two descriptors or templates, up to 1 for the same direction; 0 where one of them is empty. */
export function similarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [product, ofOne, ofOther] = [0, 0, 0]
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0]
    product += a * b
    ofOne += a * a
    ofOther += b * b
  }
  return ofOne === 0 || ofOther === 0 ? 0 : product / Math.sqrt(ofOne * ofOther)
}
