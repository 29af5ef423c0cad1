export { openAddress, screenAddress } from './screen-address.ts'
