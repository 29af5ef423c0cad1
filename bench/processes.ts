import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encode, HttpConnection } from './http-connection.ts'

export const root = join(import.meta.dirname, '..')
/** The product as it is shipped. */
export const builtServer = join(root, 'dist', 'server', 'main.js')

export interface Running {
  url: string
  /** From the start of the process to its first successful answer, in ms. */
  readyAfterMs: number
  pid: number
  stop(): Promise<void>
  kill(): Promise<void>
}

interface Program {
  script: string
  args?: string[]
  env?: Record<string, string>
  /** The address that is polled until it answers 200. */
  readyPath: string
}

/** Time limit of a start; a busy computer takes minutes. */
const READY_LIMIT_MS = 300_000

/** Starts one of our servers as a separate process with only the given environment, and waits until it answers. */
export async function startProgram(program: Program): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(program)
    } catch (error) {
      // Another process has taken the port that was free before.
      if (attempt === 3 || !/already in use|EADDRINUSE/.test(String(error))) throw error
    }
  }
}

async function start({ script, args = [], env = {}, readyPath }: Program): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH = '' } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = collect(child)
  await answers(url, readyPath, child, output)
  const readyAfterMs = performance.now() - began
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return { url, readyAfterMs, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    text = `${text}${piece}`.slice(-4000)
  })
  return () => text.trim()
}

async function answers(url: string, path: string, child: ChildProcess, output: () => string): Promise<void> {
  const request = encode({ method: 'GET', path, headers: { Connection: 'close' } })
  const deadline = performance.now() + READY_LIMIT_MS
  for (;;) {
    const status = await HttpConnection.open(url)
      .then((connection) => connection.send(request).finally(() => connection.close()))
      .then(
        (answer) => answer.status,
        () => 0,
      )
    if (status === 200) return
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server did not become ready: ${output()}`)
    }
    await delay(3)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
