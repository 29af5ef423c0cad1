import { describe, expect, it } from 'vitest'
import { mayDo } from './may-do.ts'

const right = (action: string, type = '1') => ({ action, type, describe: '' })

describe('button rights', () => {
  it('come from the permission list, without entries of type 2', () => {
    const permissions = { menu: [], auth: [right('record:delete'), right('record:edit', '2')], allAuth: [] }
    expect(mayDo(permissions, 'record:delete')).toBe(true)
    expect(mayDo(permissions, 'record:edit')).toBe(false)
    expect(mayDo(permissions, 'record:add')).toBe(false)
  })

  it('include actions that are switched off for the whole system', () => {
    const permissions = { menu: [], auth: [], allAuth: [{ ...right('record:add'), status: '0' }] }
    expect(mayDo(permissions, 'record:add')).toBe(true)
  })

  it('are empty before the permission list is loaded', () => {
    expect(mayDo(null, 'record:add')).toBe(false)
  })
})
