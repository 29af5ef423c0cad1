import { memo, useState } from 'react'
import { apiBase } from '#renderer/core/addresses/server-address.ts'

const addressOf = (video: string): string => (video.startsWith('/') ? `${apiBase()}${video}` : video)

/** The pause after all videos of a list have failed. */
const RETRY_MS = 60_000

/** Plays the videos in turn without sound; unplayable ones are skipped. */
export const VideosPanel = memo(function VideosPanel({ videos, label }: { videos: readonly string[]; label: string }) {
  const [turn, setTurn] = useState(0)
  const [failed, setFailed] = useState(0)
  const video = videos[turn % Math.max(1, videos.length)]
  if (video === undefined) return null
  const next = () => setTurn(turn + 1)
  const fail = () => {
    setFailed(failed + 1)
    if ((failed + 1) % videos.length === 0) setTimeout(next, RETRY_MS)
    else next()
  }
  return (
    <div className="pl-big-video">
      <video
        key={`${turn} ${video}`}
        src={addressOf(video)}
        aria-label={label}
        autoPlay
        muted
        playsInline
        onEnded={next}
        onError={fail}
      />
    </div>
  )
})
