import { isTextKey, useText } from '#renderer/core/locale.ts'

/** What became of a message: in words where the server says it by a name, as a provider said it otherwise. */
export function MessageResult({ result }: { result: string }) {
  const { t } = useText()
  const key = `message.result.${result}`
  return isTextKey(key) ? t(key) : result
}
