import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pictureOf, randomSigns } from './captcha.image.ts'

/** The chunks of a PNG by name, in order. */
function chunksOf(address: string): [name: string, data: Buffer][] {
  const [head, base64 = ''] = address.split(',')
  expect(head).toBe('data:image/png;base64')
  const file = Buffer.from(base64, 'base64')
  expect(file.subarray(1, 8).toString('latin1')).toBe('PNG\r\n\x1a\n')
  const chunks: [string, Buffer][] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    const begin = at + 8
    chunks.push([file.subarray(at + 4, begin).toString('latin1'), file.subarray(begin, begin + file.readUInt32BE(at))])
  }
  return chunks
}

const points = (address: string): Buffer => inflateSync(chunksOf(address).find(([name]) => name === 'IDAT')?.[1] ?? '')

/** The share of pixels of two images that differ by more than the noise. */
function difference(one: Buffer, other: Buffer): number {
  const differing = one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 64)
  return differing.length / one.length
}

describe('the captcha image', () => {
  it('contains only pixels: no vector data, texts or comments that a program could read', () => {
    const [header, ...others] = chunksOf(pictureOf('A7EN'))
    expect(header?.[0]).toBe('IHDR')
    expect([header?.[1].readUInt32BE(0), header?.[1].readUInt32BE(4)]).toEqual([120, 40])
    expect(others.map(([name]) => name)).toEqual(['IDAT', 'IEND'])
    expect(points(pictureOf('A7EN'))).toHaveLength((120 * 3 + 1) * 40)
  })

  it('differs each time, so that no image is recognized by its pixels', () => {
    const first = points(pictureOf('A7EN'))
    for (let count = 0; count < 5; count++) expect(difference(first, points(pictureOf('A7EN')))).toBeGreaterThan(0.03)
  })

  it('has four characters, none of which can be confused with another', () => {
    const signs = Array.from({ length: 200 }, () => randomSigns())
    expect(signs.every((text) => /^[2-9A-Z]{4}$/.test(text))).toBe(true)
    expect(signs.join('')).not.toMatch(/[01468BDGIJOQSVZ]/)
  })
})
