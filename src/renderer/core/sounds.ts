import { createLive } from './emitter.ts'
import { readStored, store } from './storage.ts'

export type Sound = 'scan' | 'done' | 'error' | 'notice'

/** The tones of each sound: frequency in Hz, start and length in seconds. */
const tones: Record<Sound, readonly (readonly [number, number, number])[]> = {
  scan: [[1320, 0, 0.07]],
  done: [
    [784, 0, 0.09],
    [1175, 0.1, 0.14],
  ],
  notice: [
    [988, 0, 0.12],
    [784, 0.16, 0.12],
    [988, 0.32, 0.2],
  ],
  error: [
    [233, 0, 0.16],
    [196, 0.2, 0.22],
  ],
}

const STORAGE_KEY = 'pitlane.muted'

/** Whether sounds are muted in this browser; a terminal takes it from its settings. */
export const muted = createLive(readStored(STORAGE_KEY) === true)

export function setMuted(value: boolean): void {
  store(STORAGE_KEY, value)
  muted.set(value)
}

let context: AudioContext | null = null

/** Plays a sound unless muted; stays silent where the browser requires a click first. */
export function playSound(sound: Sound): void {
  if (muted.get()) return
  try {
    context ??= new AudioContext()
    const at = context.currentTime
    for (const [frequency, start, length] of tones[sound]) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.type = sound === 'error' ? 'square' : 'sine'
      tone.frequency.value = frequency
      volume.gain.setValueAtTime(sound === 'error' ? 0.06 : 0.12, at + start)
      volume.gain.exponentialRampToValueAtTime(0.0001, at + start + length)
      tone.connect(volume).connect(context.destination)
      tone.start(at + start)
      tone.stop(at + start + length)
    }
  } catch {
    // A missing sound device must not break a start.
  }
}
