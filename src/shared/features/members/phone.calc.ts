/** Masks a phone for users without permission to see it: the first 3 and last 4 digits stay (spec §9). */
export function maskPhone(phone: string): string {
  if (phone.length <= 7) return '*'.repeat(phone.length)
  return `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`
}

/** Whether a phone is as `maskPhone` returns it. */
export const isMaskedPhone = (phone: string): boolean => phone.includes('*')
