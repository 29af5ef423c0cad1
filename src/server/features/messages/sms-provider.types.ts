import type { SmsProviderSettings } from '#shared/features/messages/sms-providers.contract.ts'

/** An SMS for a provider that sends texts of approved templates. */
export interface TemplateSms {
  /** Our id, for the provider's records. */
  id: string
  phone: string
  /** The provider's number of the template. */
  providerCode: string
  /** The values by name, in the provider's order. */
  params: readonly (readonly [name: string, value: string])[]
}

/** Access of a chain or store to its provider. */
export interface SmsAccess {
  settings: SmsProviderSettings
  secret: string
  /** The provider's address, from the settings of the server. */
  url: string
  now: Date
}

/**
 * Sends an SMS and returns the provider's answer. Throws `DeliveryRefused` if it is refused for good, `NotTaken` if it was certainly not
 * taken and may be repeated, and other errors if it may have been taken.
 */
export type SendSms = (access: SmsAccess, sms: TemplateSms) => Promise<string>

/** Timeout of a call. */
export const ANSWER_MS = 20_000
const MAX_ANSWER_LENGTH = 200

export const shortened = (answer: string): string => answer.slice(0, MAX_ANSWER_LENGTH)

/** A phone number with its country: eleven digits are a mobile number of China. */
export const withCountry = (phone: string): string =>
  phone.startsWith('+') ? phone : /^1\d{10}$/.test(phone) ? `+86${phone}` : `+${phone}`
