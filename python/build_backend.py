"""Makes the wheel of drawbar for pip (PEP 517): CMake builds and installs the component `python`, this packs it.

Needs what the programs need to build (tools/setup.sh). The build folder, build/wheel, is kept, so that a second wheel takes
seconds; DRAWBAR_BUILD names another one, such as build/release, that is configured and built already.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = _info_name()
    folder = pathlib.Path(metadata_directory) / info
    folder.mkdir()
    (folder / "METADATA").write_text(_metadata())
    (folder / "WHEEL").write_text(_wheel())
    return info


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"drawbar-{_version()}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as staging:
        _install_into(staging)
        packages = pathlib.Path(staging) / "lib/python3/dist-packages"
        files = {str(path.relative_to(packages)): path.read_bytes() for path in sorted(packages.rglob("*")) if path.is_file()}
    files[f"{_info_name()}/METADATA"] = _metadata().encode()
    files[f"{_info_name()}/WHEEL"] = _wheel().encode()
    files[f"{_info_name()}/LICENSE"] = (TOP / "LICENSE").read_bytes()
    record = f"{_info_name()}/RECORD"
    lines = [f"{file},sha256={_digest(data)},{len(data)}" for file, data in files.items()] + [f"{record},,"]
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, data in files.items():
            wheel.writestr(file, data)
        wheel.writestr(record, "\n".join(lines) + "\n")
    return name


def _install_into(folder):
    """The package drawbar, as `cmake --install --component python` lays it out."""
    ready = os.environ.get("DRAWBAR_BUILD")
    build = pathlib.Path(ready or TOP / "build" / "wheel").resolve()
    if not ready:
        _run("cmake", "-S", TOP, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DDRAWBAR_TESTS=OFF",
             "-DDRAWBAR_PAGE=OFF", "-DDRAWBAR_COMPILE_TOGETHER=ON", f"-DPython_EXECUTABLE={sys.executable}")
    _run("cmake", "--build", build, "--target", "drawbar_python")
    _run("cmake", "--install", build, "--component", "python", "--prefix", folder)


def _run(*command):
    subprocess.run([str(word) for word in command], check=True)


def _project():
    return tomllib.loads((TOP / "pyproject.toml").read_text())["project"]


def _version():
    """CMakeLists.txt knows it: 0.2.0-dev there is 0.2.0.dev0 in Python's tongue."""
    text = (TOP / "CMakeLists.txt").read_text()
    number = re.search(r"project\(drawbar VERSION ([0-9.]+)", text)[1]
    prerelease = re.search(r"set\(prerelease ?(\w*)\)", text)[1]
    return number + {"dev": ".dev0"}.get(prerelease, prerelease)


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _info_name():
    return f"drawbar-{_version()}.dist-info"


def _metadata():
    project = _project()
    requires = "".join(f"Requires-Dist: {requirement}\n" for requirement in project["dependencies"])
    return (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {_version()}\nSummary: {project['description']}\n"
            f"License: {project['license']['text']}\nRequires-Python: {project['requires-python']}\n{requires}"
            f"Description-Content-Type: text/markdown\n\n{(TOP / project['readme']).read_text()}")


def _wheel():
    return f"Wheel-Version: 1.0\nGenerator: drawbar\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
