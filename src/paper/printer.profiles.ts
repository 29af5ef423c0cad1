import type { PrinterSettings } from '#shared/ipc/devices.ts'
import { epsonCommands } from './epson.commands.ts'
import { makerCommands } from './maker.commands.ts'
import type { PrinterCommands } from './printer.commands.ts'

/** Returns the commands of the configured printer. */
export function commandsOf({ maker, chinese }: Pick<PrinterSettings, 'maker' | 'chinese'>): PrinterCommands {
  return maker === 'epson' ? epsonCommands(chinese) : makerCommands(maker)
}

/** Whether a printer of this make answers to `DLE EOT` and `GS r`. */
export const speaksStatus = (maker: PrinterSettings['maker']): boolean =>
  maker === 'epson' || maker === 'custom' || maker === 'tanca'
