export { openWhenKnown, screenAddress } from './screen-address.ts'
