import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/core/errors.ts'
import { ipcGroup } from '#shared/core/ipc.ts'
import { brokenTerminal, runtimeProblem, startupFailure } from './shell.ts'

const coded = (code: string) => Object.assign(new Error(`${code}: it happened`), { code })

describe('shell', () => {
  it('names the required runtime', () => {
    expect(runtimeProblem({ napi: '10', node: '24.0.0' })).toBeNull()
    expect(runtimeProblem({ napi: '9', node: '20.20.0' })).toContain('this one is Node 20.20.0 with Node-API 9')
  })

  it.each([
    ['SQLITE_READONLY_DBMOVED', 'storage.readOnly'],
    ['EACCES', 'storage.readOnly'],
    ['ENOSPC', 'storage.full'],
    ['SQLITE_NOTADB', 'storage.failed'],
    ['ERR_ASSERTION', 'common.internal'],
  ])('tells the cashier about %s as %s', (code, expected) => {
    expect(startupFailure(coded(code), 'R1').code).toBe(expected)
  })

  it('reports a bug by its id only, and keeps an expected failure', () => {
    expect(startupFailure(new TypeError('x is not a function'), 'R1').details).toEqual({ requestId: 'R1' })
    const failure = new AppError('common.unavailable')
    expect(startupFailure(failure, 'R1')).toBe(failure)
  })

  it('answers every call with the reason if the terminal could not start', async () => {
    const failure = new AppError('storage.full')
    const contract = { starts: ipcGroup({ list: { input: z.object({}), result: z.array(z.string()) } }, {}) }
    const { handlers } = brokenTerminal(contract, failure)
    await expect(handlers.starts?.list?.({} as never)).rejects.toBe(failure)
  })
})
