import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { decodeTicket, strictReader } from './decoder.ts'
import { startPrinterSink } from './sink.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('the strict decoder', () => {
  it.each([
    ['an unknown command', '1b 40 1b 7a 01', 'offset 2: unknown command 1b 7a 01'],
    ['a code page switch', '1b 74 00', 'offset 0: unknown command'],
    ['Chinese outside its run', 'b3 b5 0a', 'offset 0: byte b3 outside a Chinese run'],
    ['half a character', '1c 26 b3 1c 2e 0a', 'offset 2: b3 1c is no GBK character'],
    ['a four-byte character', '1c 26 95 32 82 36 1c 2e 0a', 'offset 2: 95 32 is no GBK character'],
    ['ASCII in a Chinese run', '1c 26 41 1c 2e 0a', 'offset 2: ASCII inside a Chinese run'],
    ['a control byte in text', '41 07 0a', 'offset 1: byte 07 outside a Chinese run'],
    ['a drawer pulse without its times', '1b 70 00 00 00', 'offset 0: drawer with 00 00 00'],
    ['a drawer pin that is not there', '1b 70 05 19 fa', 'offset 0: drawer with 05 19 fa'],
    ['alignment in the middle of a line', '41 1b 61 01 0a', 'offset 1: align in the middle of a line'],
    ['a line without an end', '41', 'offset 1: the last line has no line end'],
    ['a command without an end', '1b 61', 'the stream ends inside a command'],
    ['a Chinese run without an end', '1c 26 b3 b5', 'the job ends inside a Chinese run'],
    ['a QR code that was not set up', '1d 28 6b 03 00 31 51 30', 'a QR code is printed before it is set up'],
  ])('refuses %s', (_, bytes, why) => {
    expect(() => decodeTicket(hex(bytes))).toThrow(why)
  })

  it('refuses a QR code whose length counts characters instead of bytes', () => {
    const data = Buffer.from('车车')
    const setUp = hex('1d286b0400314132001d286b03003143061d286b0300314531')
    const wrong = Buffer.concat([setUp, hex('1d286b0500315030'), data, hex('1d286b0300315130 0a')])
    expect(() => decodeTicket(wrong)).toThrow('ESC/POS at offset')
  })

  it('reads the same in whatever pieces the bytes arrive', () => {
    const bytes = hex('1b40 1d6100 1b6101 1d2111 41 1c26b3b51c2e 0a 1d2100 1d564200')
    const pieces = strictReader()
    for (const byte of bytes) pieces.push(Uint8Array.of(byte))
    const ticket = pieces.finish()
    expect(ticket).toEqual(decodeTicket(bytes))
    expect(ticket.lines).toMatchObject([{ text: 'A车', columns: 6, doubleWidth: true, align: 'center' }])
  })

  it('makes the sink refuse a stream with an unknown command', async () => {
    const sink = await startPrinterSink()
    const socket = connect(sink.port, sink.host, () => socket.write(hex('1b40 1b7a01')))
    socket.on('error', () => undefined)
    await expect(sink.waitForJob(1)).rejects.toThrow('unknown command 1b 7a 01')
    socket.destroy()
    await sink.close()
  })
})
