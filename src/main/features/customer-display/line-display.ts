import type { CustomerView, DisplayProtocol } from '#shared/ipc/customer-display.ts'

const ESC = '\x1b'
const CR = '\r'
const CLEAR = '\x0c'

/** Lamps of an LED8 beside its digits. */
const lamps = { off: '0', total: '2' }
/** As many digits as it has; its dot takes no place. */
const LED_DIGITS = 8

const amountOf = (view: CustomerView): string => (view.kind === 'welcome' ? '0.00' : view.amount.toFixed(2))

/** `ESC s n` chooses the lamp, `ESC Q A … CR` shows digits. An amount too long for it shows none rather than a wrong one. */
function led8(view: CustomerView): string {
  const text = amountOf(view)
  const fits = text.replace('.', '').length <= LED_DIGITS
  const lamp = view.kind === 'due' ? lamps.total : lamps.off
  return fits ? `${ESC}s${lamp}${ESC}QA${text}${CR}` : `${ESC}s${lamps.off}${CLEAR}`
}

const COLUMNS = 20

const titles: Record<CustomerView['kind'], string> = { welcome: 'WELCOME', due: 'TOTAL', balance: 'BALANCE' }

/** Two lines by `ESC Q A` and `ESC Q B`; the signs are those that every such display has. */
function vfd(view: CustomerView): string {
  const second = view.kind === 'welcome' ? '' : amountOf(view).padStart(COLUMNS)
  return `${CLEAR}${ESC}QA${titles[view.kind].padEnd(COLUMNS)}${CR}${ESC}QB${second.padEnd(COLUMNS)}${CR}`
}

/** The bytes that bring a line display to its beginning: whatever it was told before is gone. */
export const resetDisplay = (): Buffer => Buffer.from(`${ESC}@`, 'latin1')

/** The bytes that show something on a line display. */
export const renderView = (protocol: DisplayProtocol, view: CustomerView): Buffer =>
  Buffer.from(protocol === 'led8' ? led8(view) : vfd(view), 'latin1')
