/** A photograph of a racer, as long as the store keeps it. */
interface RacerPhoto {
  id: string
  orgCode: string
  /** The charge or start that it was taken for. */
  usedFor: string | null
  image: Buffer
  bytes: number
  takenAt: Date
  takenByName: string
}

/** With which photograph a ride began, or why without one. */
interface RidePhoto {
  playId: string
  orgCode: string
  photoId: string | null
  reason: string
  offline: boolean
}

export interface PhotoTables {
  racerPhoto: RacerPhoto
  ridePhoto: RidePhoto
}
