import { line, wrong } from './text.ts'

/** What browsers read as the separator of an address, drop from it, or show in another order than it stands. */
const TRICKS = /[\\\s<>"'`\p{Cc}\p{Cf}]/u
/** A segment that leads out of the folder that a path stands for, also when it is encoded. */
const UPWARDS = /(^|\/)(\.|%2e){2}(\/|$|[?#])/i
/** With a host and without a name and password in front of it, which hide where it leads. */
const WEB = /^https?:\/\/([\p{L}\p{N}][\p{L}\p{N}._-]*|\[[\da-f:.]+\])(:\d{1,5})?([/?#]\S*)?$/iu
const OWN_PAGE = /^\/(?![/:])/
const OWN_FILE = /^[^/:?#][^:]*$/

const isPlain = (text: string): boolean => text.isWellFormed() && !TRICKS.test(text)

/** An address on another host, by http or https. */
export const isWebAddress = (text: string): boolean => isPlain(text) && WEB.test(text)

/** A path of our own from `/`, such as `/member/MemberList`. */
export const isOwnPage = (text: string): boolean => isPlain(text) && OWN_PAGE.test(text) && !UPWARDS.test(text)

/** A file of ours by its path below `static`, such as `avatar/202601/x.png`. */
export const isOwnFile = (text: string): boolean =>
  isPlain(text) && OWN_FILE.test(text) && !text.includes('//') && !UPWARDS.test(text)

/** Whether a screen may open or show an address: of the web, or of ours. */
export const isHarmlessAddress = (text: string): boolean => isWebAddress(text) || isOwnPage(text) || isOwnFile(text)

/** A field for an address that a screen opens or shows; `shortest` 0 lets it be empty. */
export const address = (longest: number, shortest = 0) =>
  line(longest, shortest).refine((text) => text === '' || isHarmlessAddress(text), wrong('input.address'))
