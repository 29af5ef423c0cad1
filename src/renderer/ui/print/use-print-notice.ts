import { App } from 'antd'
import { useCallback } from 'react'
import type { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'

export interface PrintAnswer {
  message: string
  result: Pick<PrintOrdered, 'hasPrinter'>
}

/** Shows that a paper was sent to a printer, or warns that the store has none for it, in the server's words. */
export function usePrintNotice(): (answer: PrintAnswer) => void {
  const { message } = App.useApp()
  return useCallback(
    ({ message: text, result }) => void (result.hasPrinter ? message.success(text) : message.warning(text)),
    [message],
  )
}
