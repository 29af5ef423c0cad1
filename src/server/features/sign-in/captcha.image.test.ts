import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pictureOf, randomSigns } from './captcha.image.ts'

/** The parts of a PNG by their names, in order. */
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

/** The share of points of two pictures that differ by more than grain does. */
function difference(one: Buffer, other: Buffer): number {
  const differing = one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 64)
  return differing.length / one.length
}

describe('the picture of some signs', () => {
  it('is points of colour and nothing else: no lines, texts or remarks that a program could read off', () => {
    const [header, ...others] = chunksOf(pictureOf('A7EN'))
    expect(header?.[0]).toBe('IHDR')
    expect([header?.[1].readUInt32BE(0), header?.[1].readUInt32BE(4)]).toEqual([120, 40])
    expect(others.map(([name]) => name)).toEqual(['IDAT', 'IEND'])
    expect(points(pictureOf('A7EN'))).toHaveLength((120 * 3 + 1) * 40)
  })

  it('is another one each time, so that none is found again by its points', () => {
    const first = points(pictureOf('A7EN'))
    for (let count = 0; count < 5; count++) expect(difference(first, points(pictureOf('A7EN')))).toBeGreaterThan(0.03)
  })

  it('has four signs, of which none is taken for another', () => {
    const signs = Array.from({ length: 200 }, () => randomSigns())
    expect(signs.every((text) => /^[2-9A-Z]{4}$/.test(text))).toBe(true)
    expect(signs.join('')).not.toMatch(/[01468BDGIJOQSVZ]/)
  })
})
