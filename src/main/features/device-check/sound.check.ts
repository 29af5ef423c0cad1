import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '#shared/core/id.ts'
import type { Finding } from './finding.ts'

const run = promisify(execFile)
const RATE = 22_050

/** A beep of a quarter of a second as a WAV file. */
function beep(): Buffer {
  const samples = RATE / 4
  const wave = Buffer.alloc(44 + samples * 2)
  wave.write('RIFF', 0)
  wave.writeUInt32LE(36 + samples * 2, 4)
  wave.write('WAVEfmt ', 8)
  wave.writeUInt32LE(16, 16)
  wave.writeUInt16LE(1, 20)
  wave.writeUInt16LE(1, 22)
  wave.writeUInt32LE(RATE, 24)
  wave.writeUInt32LE(RATE * 2, 28)
  wave.writeUInt16LE(2, 32)
  wave.writeUInt16LE(16, 34)
  wave.write('data', 36)
  wave.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at += 1)
    wave.writeInt16LE(Math.round(12_000 * Math.sin((at * 880 * 2 * Math.PI) / RATE)), 44 + at * 2)
  return wave
}

/** The player that each system has. */
const players: Partial<Record<NodeJS.Platform, (file: string) => [string, string[]]>> = {
  linux: (file) => ['aplay', ['-q', file]],
  darwin: (file) => ['afplay', [file]],
  win32: (file) => [
    'powershell',
    ['-NoProfile', '-Command', `(New-Object Media.SoundPlayer '${file.replaceAll("'", "''")}').PlaySync()`],
  ],
}

/** Plays a sound by the system's player, where the counter would not be silent anyway. */
export async function checkSound(isMuted: boolean): Promise<Finding> {
  const advice = 'deviceCheck.sound.advice'
  if (isMuted) return { part: 'sound', result: 'unsure', key: 'deviceCheck.sound.muted', advice }
  const file = join(tmpdir(), `pitlane-${newId()}.wav`)
  try {
    const player = players[process.platform]?.(file)
    if (!player) return { part: 'sound', result: 'unsure', key: 'deviceCheck.sound.none', advice }
    await writeFile(file, beep())
    await run(...player, { timeout: 10_000 })
    return { part: 'sound', result: 'unsure', key: 'deviceCheck.sound.played', advice }
  } catch {
    return { part: 'sound', result: 'unsure', key: 'deviceCheck.sound.none', advice }
  } finally {
    await rm(file, { force: true })
  }
}
