import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import './photos.css'

/**
 * The photograph of a ride for permitted users; loaded only on request, because each view is recorded in the audit
 * trail.
 */
export function RidePhoto({ playId, racer }: { playId: string; racer: string }) {
  const { t } = useText()
  const [isAsked, setAsked] = useState(false)
  const mayDelete = useMay('racerphoto:delete')
  const queryKey = ['racerPhoto', playId]
  const found = useQuery({
    queryKey,
    queryFn: async () => (await client.racerPhotos.queryByPlay({ query: { playId } })).result,
    enabled: isAsked,
    // The picture is not cached.
    gcTime: 0,
  })
  const remove = async (id: string) => {
    await client.racerPhotos.delete({ query: { id } })
    await queryClient.invalidateQueries({ queryKey })
  }
  const { data } = found
  if (found.error) return <span role="alert">{textOfError(t, found.error)}</span>
  if (!data)
    return (
      <Button size="small" loading={found.isLoading} onClick={() => setAsked(true)}>
        {t('photo.show')}
      </Button>
    )
  if (data.state !== 'taken') return <span>{t(`photo.none.${data.state}`, { reason: data.reason })}</span>
  const { photoId } = data
  return (
    <figure className="pl-ride-photo">
      <img src={data.image} alt={t('photo.ofRacer', { racer })} />
      <figcaption>
        {t('photo.takenBy', { name: data.takenBy, time: data.takenTime ?? '', until: data.keptUntil ?? '' })}
        {mayDelete && photoId ? (
          <Popconfirm
            title={t('photo.delete.sure')}
            description={`${t('photo.ofRacer', { racer })} · ${t('crud.final')}`}
            onConfirm={() => remove(photoId)}
          >
            <Button size="small" danger type="text">
              {t('action.delete')}
            </Button>
          </Popconfirm>
        ) : null}
      </figcaption>
    </figure>
  )
}
