import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** An expected failure, of which only the message is shown. */
export class Stop extends Error {}

/** The parent process; npm puts a shell in between. */
const parent = process.ppid
/** The shell between npm and us ends by a signal to npm alone, without forwarding it. */
const isOrphaned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent

export const say = (text) => console.log(`pitlane: ${text}`)

/**
 * Runs a program with its output shown, and forwards the signals that end it.
 *
 * `alone` runs it in its own process group, so that it receives each signal once: a terminal and a supervisor signal the whole
 * group, npm forwards the signal to us, and a server stops at once at a second signal. Remaining processes of its group are ended
 * with it, and so is the program itself if its work is `done` and it does not end.
 */
export async function show(program, args, { alone = false, done = () => false, ...options } = {}) {
  const detached = alone && process.platform !== 'win32'
  const command = detached && (await diesWithUs()) ? ['setpriv', '--pdeathsig', 'TERM', program] : [program]
  const child = spawn(command[0], [...command.slice(1), ...args], { stdio: 'inherit', detached, ...options })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let passedOnAt = Number.NEGATIVE_INFINITY
  let isToldOfOrphans = false
  const passOn = (signal) => {
    if (performance.now() - passedOnAt < 1000) return
    passedOnAt = performance.now()
    child.kill(signal)
  }
  /** Only once, because a second signal stops a server at once. */
  const endWithParent = () => {
    if (isToldOfOrphans || !isOrphaned()) return
    isToldOfOrphans = true
    passOn('SIGTERM')
  }
  for (const signal of signals) process.on(signal, passOn)
  const endGroup = () => {
    try {
      if (detached) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // No process was left.
    }
  }
  let idleSeconds = 0
  const watch = setInterval(() => {
    endWithParent()
    idleSeconds = done() ? idleSeconds + 1 : 0
    if (idleSeconds === 20) say('the work is done, but something it started does not end; ending it')
    if (idleSeconds >= 20) endGroup()
  }, 1000)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Stop(`${program} could not be started: ${error.message}`)))
    child.once('exit', (code) => {
      clearInterval(watch)
      endGroup()
      for (const signal of signals) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}

/** Whether the kernel can end a program outside our group when we are killed. */
const diesWithUs = async () => (await quiet('setpriv', ['--pdeathsig', 'TERM', 'true'])).code === 0

/** Runs a program silently; its output is shown only if it fails. */
export function quiet(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: stripVTControlCharacters(output).trim() }))
  })
}

/** Runs the named steps, at most two at a time, each reported in one line; returns those that failed. */
export async function doSteps(steps) {
  const waiting = [...steps]
  const failed = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const began = performance.now()
      const { code, output, result = 'ok' } = await step.run()
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      if (code === 0) say(`${step.name}: ${result} (${seconds} s)`)
      else {
        failed.push(step.name)
        say(`${step.name}: failed (${seconds} s)\n${output}\n`)
      }
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}
