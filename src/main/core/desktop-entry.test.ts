import { expect, it } from 'vitest'
import { desktopEntry } from './desktop-entry.ts'

it('names the program so that a desktop starts it, whatever signs are in its path', () => {
  expect(desktopEntry('/opt/Pitlane/pitlane')).toContain('Exec="/opt/Pitlane/pitlane"\n')
  expect(desktopEntry('/home/a b/50% "x"')).toContain('Exec="/home/a b/50%% \\\\"x\\\\""\n')
})
