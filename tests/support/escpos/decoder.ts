import { spawnSync } from 'node:child_process'
import { type DecodedTicket, EscPosReader, type ReaderOptions } from '#paper/index.ts'

/** Decodes GB18030 by the system's iconv, which shares no code with the encoder under test. */
export function gnuIconv(bytes: Uint8Array): string {
  const { status, stdout, stderr, error } = spawnSync('iconv', ['-f', 'GB18030', '-t', 'UTF-8'], {
    input: bytes,
    maxBuffer: 64 << 20,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`iconv refuses the text: ${stderr}`)
  return stdout.toString('utf8')
}

/** Decodes GB18030 by ICU, which shares no code with the encoder under test either, and starts no process for each ticket. */
const icu = (bytes: Uint8Array): string => new TextDecoder('gb18030', { fatal: true }).decode(bytes)

/** Decodes a printer's bytes, and refuses text that is not GB18030. */
export const strictReader = (options: ReaderOptions = {}): EscPosReader =>
  new EscPosReader({ readText: icu, ...options })

/** Decodes one whole job. */
export function decodeTicket(bytes: Uint8Array, options: ReaderOptions = {}): DecodedTicket {
  const reader = strictReader(options)
  reader.push(bytes)
  return reader.finish()
}
