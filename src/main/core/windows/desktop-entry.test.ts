import { expect, it } from 'vitest'
import { desktopEntry } from './desktop-entry.ts'

it('escapes any special characters in the path of the program', () => {
  expect(desktopEntry('/opt/Pitlane/pitlane')).toContain('Exec="/opt/Pitlane/pitlane"\n')
  expect(desktopEntry('/home/a b/50% "x"')).toContain('Exec="/home/a b/50%% \\\\"x\\\\""\n')
})
