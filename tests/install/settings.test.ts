import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'pitlane-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = join(folder, 'pitlane.env')
const READER = 'deploy/debian/settings.awk'

/** Lines with the values that systemd 252 reads from them. */
const LINES: readonly [line: string, name: string, value: string][] = [
  [`PORT='8081'`, 'PORT', '8081'],
  [`PITLANE_ADMIN_PASSWORD="a \\"b\\" \\$c \\n \\\`d"`, 'PITLANE_ADMIN_PASSWORD', 'a "b" $c \\n `d'],
  ['PITLANE_MAIL_FROM=Pitlane <no-reply@karts.example>  ', 'PITLANE_MAIL_FROM', 'Pitlane <no-reply@karts.example>'],
  ['PITLANE_SMS_URL=https://sms.example/?a=1&b=$HOME;c', 'PITLANE_SMS_URL', 'https://sms.example/?a=1&b=$HOME;c'],
  [`  PITLANE_SMS_TOKEN = "it's" `, 'PITLANE_SMS_TOKEN', `it's`],
  ['PITLANE_BACKUP_DIR=/mnt/my\\ disk', 'PITLANE_BACKUP_DIR', '/mnt/my disk'],
  [`PITLANE_PARTS='a'"b"c 'd'`, 'PITLANE_PARTS', `abc 'd'`],
  [`PITLANE_LONG=one\\\ntwo`, 'PITLANE_LONG', 'onetwo'],
  ['PITLANE_EMPTY=', 'PITLANE_EMPTY', ''],
]
const IGNORED = ['# PITLANE_NOTE=1', '; PITLANE_NOTE=1', 'export PITLANE_NOTE=1', 'PITLANE_NOTE', '']

it('an installed server’s commands read its settings as systemd does, and run none of them', () => {
  writeFileSync(file, [...LINES.map(([line]) => line), ...IGNORED].join('\n'))
  // As `pitlane` does it, and with the strictness of its shell.
  const program = `set -eu; settings=$(awk -f "$1" "$2"); set -a; eval "$settings"; exec "$3" -p 'JSON.stringify(process.env)'`
  const words = ['-c', program, 'sh', READER, file, process.execPath]
  const env = JSON.parse(execFileSync('sh', words, { encoding: 'utf8', env: { PATH: process.env.PATH } }))
  for (const [line, name, value] of LINES) expect(env[name], line).toBe(value)
  expect(env).not.toHaveProperty('PITLANE_NOTE')
})

it('one of them is found in every way of quoting, the last of a name', () => {
  const readValue = (name: string) =>
    execFileSync('awk', ['-v', `wanted=${name}`, '-f', READER, file], { encoding: 'utf8' })
  for (const word of [`'9 0'`, '"9 0"', '9 0']) {
    writeFileSync(file, `PORT='8080'\n# Own settings\nPORT=${word}\n`)
    expect(readValue('PORT'), word).toBe('9 0\n')
  }
  expect(readValue('HOST')).toBe('')
})
