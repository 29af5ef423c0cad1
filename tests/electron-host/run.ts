import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { builtMain, type FromTerminal } from './launch.ts'

// `npm run terminal:host`: the terminal in a Chromium window, or without one where there is no screen.
const visible = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY) && !process.argv.includes('--headless')
const dir = process.env.PITLANE_TERMINAL_DIR ?? join(process.cwd(), '.data', 'terminal')
const serverUrl = process.env.PITLANE_SERVER_URL ?? 'http://127.0.0.1:8080'
mkdirSync(dir, { recursive: true })

const child = spawn(
  process.execPath,
  [join(import.meta.dirname, 'boot.ts'), builtMain, ...(visible ? ['--visible'] : [])],
  {
    env: { ...process.env, PITLANE_TERMINAL_DIR: dir, PITLANE_SERVER_URL: serverUrl },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  },
)
let inspect = ''
child.on('message', (message: FromTerminal) => {
  if (message.type === 'chromium') inspect = `http://${new URL(message.wsEndpoint).host}`
  if (message.type !== 'window') return
  console.log(`terminal:  data in ${dir}, server ${serverUrl}`)
  console.log(visible ? 'window:    open on this screen' : 'window:    headless (no screen here)')
  console.log(`look at:   chrome://inspect in another Chromium with ${inspect}, or ${inspect}/json`)
  console.log('stop with Ctrl+C')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 1))
