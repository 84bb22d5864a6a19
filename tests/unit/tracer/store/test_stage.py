from tracer.store.stage import STAGE_TABLES, StageFolder


def test_folders_stand_in_the_order_of_the_stages() -> None:
    numbers = [folder.partition("_")[0] for folder in StageFolder]
    assert numbers == sorted(numbers)


def test_every_folder_has_a_view_of_its_own() -> None:
    assert list(STAGE_TABLES) == list(StageFolder)
    assert len({table.view for table in STAGE_TABLES.values()}) == len(StageFolder)
