import { describe, expect, it } from 'vitest'
import { savedAs } from './files.ts'

describe('the name of a downloaded file', () => {
  it('is the encoded one where there is one', () => {
    expect(savedAs(`attachment; filename="___.xlsx"; filename*=UTF-8''%E8%81%8C%E5%8A%A1.xlsx`)).toBe('职务.xlsx')
  })
  it('is the plain one otherwise, and nothing where none was sent', () => {
    expect(savedAs('attachment; filename="a.xlsx"')).toBe('a.xlsx')
    expect(savedAs('inline')).toBeNull()
    expect(savedAs(null)).toBeNull()
  })
})
