const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes in the largest unit below it, such as `1.5 GB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`
}

/** A share from 0 to 1 in percent, with one digit. */
export const percentOf = (share: number): string => (100 * share).toFixed(1)

/** A duration as days, hours, minutes and seconds, such as `1 d 02:03:04`. */
export function durationText(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [Math.floor((whole % 86_400) / 3600), Math.floor((whole % 3600) / 60), whole % 60].map(two).join(':')
  const days = Math.floor(whole / 86_400)
  return days > 0 ? `${days} d ${clock}` : clock
}
