import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'

/** The picture of a thing, as long as the store keeps it. */
export function ItemPhoto({ id, name }: { id: string; name: string }) {
  const { t } = useText()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['cloakroomItems', 'photo', id],
    queryFn: async () => (await client.cloakroomItems.photo({ query: { id } })).result,
  })
  if (isPending) return <Skeleton.Image active />
  if (error) return <ErrorBlock error={error} retry={() => void refetch()} />
  if (data.image === '') return <p>{t('cloakroom.photoGone')}</p>
  return <img className="pl-cloakroom-photo" src={data.image} alt={t('cloakroom.photoOf', { item: name })} />
}
