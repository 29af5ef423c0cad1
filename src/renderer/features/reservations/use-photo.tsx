import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Photographed } from '#renderer/features/photos/index.ts'
import { AppError } from '#shared/core/errors.ts'

// Hardly any rule wants a photograph: its camera comes with the first that does.
const PhotoDialog = lazy(async () => ({ default: (await import('#renderer/features/photos/index.ts')).PhotoDialog }))

interface Asked {
  racer: string
  give(photo: Photographed): void
  refuse(): void
}

/** Photographs a racer whose rule wants it. What was given is given again where the same charge is sent anew. */
export function usePhoto(): {
  photoOf(ruleId: string, racer: string): Promise<Photographed>
  forget(): void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const last = useRef<{ of: string; photo: Photographed } | null>(null)
  return {
    photoOf: (ruleId, racer) => {
      const of = `${ruleId} ${racer}`
      if (last.current?.of === of) return Promise.resolve(last.current.photo)
      return new Promise<Photographed>((resolve, reject) => {
        setAsked({
          racer,
          give: (photo) => {
            last.current = { of, photo }
            setAsked(null)
            resolve(photo)
          },
          refuse: () => {
            setAsked(null)
            reject(new AppError('photos.required', { field: 'photoId' }))
          },
        })
      })
    },
    forget: () => {
      last.current = null
    },
    dialog: asked ? (
      <Suspense fallback={null}>
        <PhotoDialog racer={asked.racer} onDone={asked.give} onClose={asked.refuse} />
      </Suspense>
    ) : null,
  }
}
