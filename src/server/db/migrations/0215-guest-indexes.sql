-- Indexes that deletions, screens, counts and the member page need.

-- The foreign key of a round's source, when a round is removed.
create index match_round_of_source on match_round (source_id, org_code) where source_id is not null;
-- What screens show while no group has started.
create index match_round_drawn_at on match_round (org_code, drawn_at desc) where drawn_at is not null;
-- The foreign key of an entry's vehicle, when a vehicle is removed.
create index match_entry_of_vehicle on match_entry (vehicle_id, org_code) where vehicle_id is not null;
-- The weight of a store's pictures, without reading them.
create index guest_picture_weight_of_store on guest_picture (org_code) include (bytes);
-- How much feedback waits for an answer.
create index feedback_new on feedback (org_code, created_at) where state = 'new';
-- What members can sign up for.
create index event_offered on event (org_code, starts_at) where cancelled_at is null;
