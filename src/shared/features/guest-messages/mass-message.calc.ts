import { isGsm7, textsOf } from '#shared/features/messages/text-count.calc.ts'

/** The SMS of a mass message. */
export function massText(title: string, content: string): string {
  // A full-width colon would make a Latin text a text of UCS-2.
  return `${title}${isGsm7(title + content) ? ': ' : '：'}${content}`
}

/** How many SMS a mass message takes per person. */
export const massParts = (title: string, content: string): number => textsOf(massText(title, content))
