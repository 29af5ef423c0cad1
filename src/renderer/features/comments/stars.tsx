import { useText } from '#renderer/core/locale.ts'
import { MAX_STARS } from '#shared/features/comments/ride-comments.schema.ts'
import './comments.css'

/** Stars of a comment, read aloud as a number. */
export function Stars({ value }: { value: number }) {
  const { t } = useText()
  return (
    <span className="pl-stars" role="img" aria-label={t('comment.starsOf', { stars: value })}>
      {'★'.repeat(value)}
      <i>{'★'.repeat(MAX_STARS - value)}</i>
    </span>
  )
}
