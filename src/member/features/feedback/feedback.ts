import { client, upload } from '#member/core/client.ts'
import { attemptOf, underKey } from '#member/core/pending-key.ts'
import { searchOf } from '#renderer/core/http/http-transport.ts'
import type { FeedbackKind } from '#shared/features/feedback/feedback-words.schema.ts'

interface Feedback {
  feedbackKind: FeedbackKind
  content: string
  contact: string
  pictures: string[]
}

/** A picture of the form. */
export interface Picture {
  /** The id that the server has given it; empty: it is not sent yet. */
  sentAs: string
  /** Null: it was sent before the page was loaded. */
  file: File | null
}

const NAME = 'feedback'

/** Feedback that was sent without an answer. */
export const openFeedback = (): Feedback | null => attemptOf<Feedback>(NAME)?.body ?? null

/** Sends the pictures that the server does not have; one that was sent before is not sent again. */
export async function sendPictures(pictures: readonly Picture[]): Promise<Picture[]> {
  const { memberFeedback } = await import('#shared/features/feedback/member-feedback.contract.ts')
  const { path, result } = memberFeedback.upload
  const sent: Picture[] = []
  for (const picture of pictures) {
    const { sentAs, file } = picture
    // Those that are still chosen must not give way to this one.
    const kept = [...new Set([...sent, ...pictures].map((one) => one.sentAs))].filter(Boolean).join()
    const send = async (small: File) => result.parse(await upload(path + searchOf({ kept }), small)).id
    sent.push(sentAs === '' && file ? { file, sentAs: await send(file) } : picture)
  }
  return sent
}

export const sendFeedback = (body: Feedback): Promise<unknown> =>
  underKey(NAME, body, (key) => client.memberFeedback.add({ body, key }))
