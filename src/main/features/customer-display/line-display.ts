import type { CustomerView, DisplayProtocol } from '#shared/ipc/customer-display.ts'

const ESC = '\x1b'
const CR = '\r'
const CLEAR = '\x0c'

/** Lamps of an LED8. */
const lamps = { off: '0', total: '2' }
/** Number of digits; the dot takes none. */
const LED_DIGITS = 8

const amountOf = (view: CustomerView): string => (view.kind === 'welcome' ? '0.00' : view.amount.toFixed(2))

/** `ESC s n` chooses the lamp, `ESC Q A … CR` shows digits. An amount that is too long is not shown. */
function led8(view: CustomerView): string {
  const text = amountOf(view)
  const fits = text.replace('.', '').length <= LED_DIGITS
  const lamp = view.kind === 'due' ? lamps.total : lamps.off
  return fits ? `${ESC}s${lamp}${ESC}QA${text}${CR}` : `${ESC}s${lamps.off}${CLEAR}`
}

const COLUMNS = 20

const titles: Record<CustomerView['kind'], string> = { welcome: 'WELCOME', due: 'TOTAL', balance: 'BALANCE' }

/** Two lines by `ESC Q A` and `ESC Q B`; only characters that every such display has. */
function vfd(view: CustomerView): string {
  const second = view.kind === 'welcome' ? '' : amountOf(view).padStart(COLUMNS)
  return `${CLEAR}${ESC}QA${titles[view.kind].padEnd(COLUMNS)}${CR}${ESC}QB${second.padEnd(COLUMNS)}${CR}`
}

/** Bytes that reset a line display. */
export const resetDisplay = (): Buffer => Buffer.from(`${ESC}@`, 'latin1')

/** Returns the bytes that show a view on a line display. */
export const renderView = (protocol: DisplayProtocol, view: CustomerView): Buffer =>
  Buffer.from(protocol === 'led8' ? led8(view) : vfd(view), 'latin1')
