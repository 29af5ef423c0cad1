import { z } from 'zod'
import { publicName } from '#shared/features/display/public-name.calc.ts'

/** Most characters of a racer name. */
export const MAX_RACER_NAME_LENGTH = 30

/** Which of a member's names screens, tickets and rankings show; `none`: as for a guest. */
export const RacerName = z.enum(['nickname', 'realname', 'none'])
export type RacerName = z.infer<typeof RacerName>

interface Named {
  nickname: string
  realname: string
  racerName: RacerName
}

/** The racer name of a member, with a phone number in it masked; empty: no name is shown. */
export function racerNameOf({ nickname, realname, racerName }: Named): string {
  if (racerName === 'none') return ''
  const name = publicName(racerName === 'realname' ? realname : nickname).trim()
  return [...name].slice(0, MAX_RACER_NAME_LENGTH).join('').trim()
}
