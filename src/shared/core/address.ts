import { line, wrong } from './text.ts'

/** Characters that browsers read as separators, drop, or display in another order. */
const TRICKS = /[\\\s<>"'`\p{Cc}\p{Cf}]/u
/** A `..` segment, plain or percent-encoded. */
const UPWARDS = /(^|\/)(\.|%2e){2}(\/|$|[?#])/i
/** Has a host and no user name or password, which would hide the real host. */
const WEB = /^https?:\/\/([\p{L}\p{N}][\p{L}\p{N}._-]*|\[[\da-f:.]+\])(:\d{1,5})?([/?#]\S*)?$/iu
const OWN_PAGE = /^\/(?![/:])/
const OWN_FILE = /^[^/:?#][^:]*$/

const isPlain = (text: string): boolean => text.isWellFormed() && !TRICKS.test(text)

/** Whether a text is an http or https address with a host. */
export const isWebAddress = (text: string): boolean => isPlain(text) && WEB.test(text)

/** Whether a text is a path of the product from `/`, such as `/member/MemberList`. */
export const isOwnPage = (text: string): boolean => isPlain(text) && OWN_PAGE.test(text) && !UPWARDS.test(text)

/** Whether a text is the path of a stored file below `static`, such as `avatar/202601/x.png`. */
export const isOwnFile = (text: string): boolean =>
  isPlain(text) && OWN_FILE.test(text) && !text.includes('//') && !UPWARDS.test(text)

/** Whether a screen may open or display an address: a web address, a page or a stored file. */
export const isHarmlessAddress = (text: string): boolean => isWebAddress(text) || isOwnPage(text) || isOwnFile(text)

/** Schema of an address that a screen opens or displays. Lengths are in characters; `shortest` 0 allows an empty text. */
export const address = (longest: number, shortest = 0) =>
  line(longest, shortest).refine((text) => text === '' || isHarmlessAddress(text), wrong('input.address'))
