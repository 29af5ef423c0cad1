import type { memberWaiting as zh } from '#shared/i18n/zh/member-waiting.ts'

export const memberWaiting: Record<keyof typeof zh, string> = {
  'memberWaiting.notInQueue': 'You are not in the queue',
  'memberWaiting.stale': 'No connection; this is the last known state',
  'memberWaiting.called': 'It is your turn. Please come to the start',
  'memberWaiting.ahead': '{count} before you',
  'memberWaiting.wait': 'about {minutes} min',
  'memberWaiting.stored': 'In the cloakroom',
  'memberWaiting.nothingStored': 'Nothing is stored',
  'memberWaiting.since': 'Since {time}',
  'memberWaiting.freeUntil': 'Free until {time}',
  'memberWaiting.due': '{amount} due',
  'memberWaiting.bringSlip': 'Please bring your slip to collect it',
  'memberWaiting.gifts': 'Gifts to collect',
  'memberWaiting.noGifts': 'No gifts to collect',
  'memberWaiting.atCounter': 'At the counter',
}
