import { useEffect, useState } from 'react'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import type { ShownPicture } from '#shared/features/display/display.schema.ts'
import './carousel.css'

const EACH_MS = 8000

/** Shows the carousel images in turn; an image that fails to load is skipped. */
export function Carousel({ pictures }: { pictures: readonly ShownPicture[] }) {
  const [turn, setTurn] = useState(0)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const fit = pictures.filter(({ photo }) => shownAddress(photo) && !failed.has(photo))
  const count = fit.length
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => setTurn((before) => before + 1), EACH_MS)
    return () => clearInterval(timer)
  }, [count])
  const shown = fit[turn % Math.max(1, count)]
  if (!shown) return null
  return (
    <figure className="pl-carousel">
      <img
        key={shown.photo}
        src={shownAddress(shown.photo)}
        alt={shown.title}
        onError={() => setFailed(new Set([...failed, shown.photo]))}
      />
      <figcaption>{shown.title}</figcaption>
    </figure>
  )
}
