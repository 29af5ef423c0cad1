import { z } from 'zod'
import { publicName } from '#shared/features/display/public-name.calc.ts'

/** As long as the name of a racer may be. */
export const MAX_RACER_NAME_LENGTH = 30

/** Which of a member's names stands on screens, tickets and rankings; none: what a guest without a card is called. */
export const RacerName = z.enum(['nickname', 'realname', 'none'])
export type RacerName = z.infer<typeof RacerName>

interface Named {
  nickname: string
  realname: string
  racerName: RacerName
}

/** What a member is called as a racer, without a phone number that may stand in the name; empty: not by a name. */
export function racerNameOf({ nickname, realname, racerName }: Named): string {
  if (racerName === 'none') return ''
  const name = publicName(racerName === 'realname' ? realname : nickname).trim()
  return [...name].slice(0, MAX_RACER_NAME_LENGTH).join('').trim()
}
