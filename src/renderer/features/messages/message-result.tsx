import { isTextKey, useText } from '#renderer/core/locale.ts'

/** The result of a message: the text of a known code, else the provider's own message. */
export function MessageResult({ result }: { result: string }) {
  const { t } = useText()
  const key = `message.result.${result}`
  return isTextKey(key) ? t(key) : result
}
