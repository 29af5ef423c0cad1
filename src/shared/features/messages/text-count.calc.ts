/** What one text holds (domain.md, mass message): in the GSM-7 alphabet, and in UCS-2 as soon as there is any other character. */
const LATIN = 160
const OTHER = 70

const GSM7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/
/** Characters of GSM-7 that are sent as two. */
const ESCAPED = /[\f^{}\\[~\]|€]/g

/** Whether all characters of a text are in the alphabet of Latin texts. */
export const isGsm7 = (content: string): boolean => GSM7.test(content)

/** As how many texts a message is sent and counted. */
export function textsOf(content: string): number {
  const isLatin = isGsm7(content)
  const length = isLatin ? content.length + (content.match(ESCAPED)?.length ?? 0) : content.length
  return Math.max(1, Math.ceil(length / (isLatin ? LATIN : OTHER)))
}
